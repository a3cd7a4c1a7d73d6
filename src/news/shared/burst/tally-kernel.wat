;; Sums up the six windows of tags over the media of a basis: two scores, four counts at a time.
;;
;; Memory: wherever the caller says. A pair is a media of 2 bytes and, elsewhere, six counts of 4.
(module
  (memory (export "memory") 1)

  ;; For each tag: $scores gets six sums of 2 − 2^(1 − count), in the order of its pairs, $sums six
  ;; sums of counts, and $marks the media with at least one, two and three in the first window, and 0.
  ;; $ends: numbers of the pairs before which those of the next tag begin.
  ;; $members: a byte for each media, 0 for those that do not count.
  (func (export "tally")
    (param $ends i32) (param $tags i32) (param $media i32) (param $counts i32)
    (param $members i32) (param $scores i32) (param $sums i32) (param $marks i32)
    (local $first i32) (local $stop i32) (local $last i32)
    (local $two v128) (local $most v128) (local $exponent v128) (local $steps v128)
    (local $near v128) (local $far v128) (local $less v128) (local $mark v128)
    (local $score01 v128) (local $score23 v128) (local $score45 v128)
    (local $sum0123 v128) (local $sum45 v128)
    (local.set $two (f64x2.splat (f64.const 2)))
    ;; Beyond 64, a contribution is 2 in double precision.
    (local.set $most (i32x4.splat (i32.const 64)))
    ;; Of 2^(1 − 0): what a count is subtracted from.
    (local.set $exponent (i64x2.splat (i64.const 1024)))
    (local.set $steps (v128.const i32x4 1 2 3 0xffffffff))
    (local.set $first (local.get $media))
    (local.set $last (i32.add (local.get $ends) (i32.shl (local.get $tags) (i32.const 2))))
    (block $done
      (br_if $done (i32.eqz (local.get $tags)))
      (loop $tag
        (local.set $stop
          (i32.add
            (local.get $first)
            (i32.shl (i32.load (local.get $ends)) (i32.const 1))))
        (local.set $score01 (v128.const i64x2 0 0))
        (local.set $score23 (v128.const i64x2 0 0))
        (local.set $score45 (v128.const i64x2 0 0))
        (local.set $sum0123 (v128.const i64x2 0 0))
        (local.set $sum45 (v128.const i64x2 0 0))
        (local.set $mark (v128.const i64x2 0 0))
        (block $none
          (br_if $none (i32.ge_u (local.get $media) (local.get $stop)))
          (loop $pair
            (if
              (i32.load8_u
                (i32.add (local.get $members) (i32.load16_u (local.get $media))))
              (then
                (local.set $near (v128.load (local.get $counts)))
                (local.set $far (v128.load64_zero offset=16 (local.get $counts)))
                (local.set $sum0123 (i32x4.add (local.get $sum0123) (local.get $near)))
                (local.set $sum45 (i32x4.add (local.get $sum45) (local.get $far)))
                ;; A comparison that holds is −1.
                (local.set $mark
                  (i32x4.sub
                    (local.get $mark)
                    (i32x4.ge_u (v128.load32_splat (local.get $counts)) (local.get $steps))))
                (local.set $less (i32x4.min_u (local.get $near) (local.get $most)))
                (local.set $score01
                  (f64x2.add
                    (local.get $score01)
                    (f64x2.sub
                      (local.get $two)
                      (i64x2.shl
                        (i64x2.sub
                          (local.get $exponent)
                          (i64x2.extend_low_i32x4_u (local.get $less)))
                        (i32.const 52)))))
                (local.set $score23
                  (f64x2.add
                    (local.get $score23)
                    (f64x2.sub
                      (local.get $two)
                      (i64x2.shl
                        (i64x2.sub
                          (local.get $exponent)
                          (i64x2.extend_high_i32x4_u (local.get $less)))
                        (i32.const 52)))))
                (local.set $score45
                  (f64x2.add
                    (local.get $score45)
                    (f64x2.sub
                      (local.get $two)
                      (i64x2.shl
                        (i64x2.sub
                          (local.get $exponent)
                          (i64x2.extend_low_i32x4_u
                            (i32x4.min_u (local.get $far) (local.get $most))))
                        (i32.const 52)))))))
            (local.set $counts (i32.add (local.get $counts) (i32.const 24)))
            (br_if $pair
              (i32.lt_u
                (local.tee $media (i32.add (local.get $media) (i32.const 2)))
                (local.get $stop)))))
        (v128.store (local.get $scores) (local.get $score01))
        (v128.store offset=16 (local.get $scores) (local.get $score23))
        (v128.store offset=32 (local.get $scores) (local.get $score45))
        (v128.store (local.get $sums) (local.get $sum0123))
        (v128.store64_lane offset=16 0 (local.get $sums) (local.get $sum45))
        (v128.store (local.get $marks) (local.get $mark))
        (local.set $scores (i32.add (local.get $scores) (i32.const 48)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 24)))
        (local.set $marks (i32.add (local.get $marks) (i32.const 16)))
        (br_if $tag
          (i32.lt_u
            (local.tee $ends (i32.add (local.get $ends) (i32.const 4)))
            (local.get $last)))))))
