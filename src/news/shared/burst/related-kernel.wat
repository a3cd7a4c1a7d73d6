;; Counts the tags that stand beside a tag, for eight groups of media at a time.
;;
;; Memory: wherever the caller says, in numbers of 4 bytes. An article is its media, how many tags it
;; has, and these. Media have eight numbers (how often an article counts in each group), as have the
;; places of tags (how often one counted so far).
(module
  (memory (export "memory") 1)

  ;; Counts the tags of the articles that begin where $one to $last say, but for those of media
  ;; without any of the $wanted bits.
  ;; A tag gets the next place when it is first seen: $seen is the tag of a place. $places, by tag,
  ;; are zeros before and after. $counts are zeros before. Returns how many tags were seen.
  (func (export "share")
    (param $one i32) (param $last i32) (param $wanted i32)
    (param $articles i32) (param $bits i32) (param $members i32)
    (param $places i32) (param $seen i32) (param $counts i32)
    (result i32)
    (local $media i32) (local $tag i32) (local $end i32)
    (local $at i32) (local $place i32) (local $length i32)
    (local $low v128) (local $high v128)
    (block $none
      (br_if $none (i32.ge_u (local.get $one) (local.get $last)))
      (loop $next
        (local.set $tag
          (i32.add (local.get $articles) (i32.shl (i32.load (local.get $one)) (i32.const 2))))
        (local.set $media (i32.load (local.get $tag)))
        (if
          (i32.and
            (local.get $wanted)
            (i32.load
              (i32.add (local.get $bits) (i32.shl (local.get $media) (i32.const 2)))))
          (then
            (local.set $at
              (i32.add (local.get $members) (i32.shl (local.get $media) (i32.const 5))))
            (local.set $low (v128.load (local.get $at)))
            (local.set $high (v128.load offset=16 (local.get $at)))
            (local.set $end
              (i32.add
                (local.get $tag)
                (i32.shl (i32.load offset=4 (local.get $tag)) (i32.const 2))))
            (local.set $end (i32.add (local.get $end) (i32.const 8)))
            (local.set $tag (i32.add (local.get $tag) (i32.const 8)))
            (block $empty
              (br_if $empty (i32.ge_u (local.get $tag) (local.get $end)))
              (loop $each
                (local.set $at
                  (i32.add
                    (local.get $places)
                    (i32.shl (i32.load (local.get $tag)) (i32.const 2))))
                (local.set $place (i32.load (local.get $at)))
                ;; Places are kept plus one: 0 is for tags that were not seen.
                (if (i32.eqz (local.get $place))
                  (then
                    (i32.store
                      (i32.add (local.get $seen) (i32.shl (local.get $length) (i32.const 2)))
                      (i32.load (local.get $tag)))
                    (local.set $length (i32.add (local.get $length) (i32.const 1)))
                    (i32.store (local.get $at) (local.get $length))
                    (local.set $place (local.get $length))))
                (local.set $at
                  (i32.add
                    (local.get $counts)
                    (i32.shl (i32.sub (local.get $place) (i32.const 1)) (i32.const 5))))
                (v128.store (local.get $at)
                  (i32x4.add (v128.load (local.get $at)) (local.get $low)))
                (v128.store offset=16 (local.get $at)
                  (i32x4.add (v128.load offset=16 (local.get $at)) (local.get $high)))
                (br_if $each
                  (i32.lt_u
                    (local.tee $tag (i32.add (local.get $tag) (i32.const 4)))
                    (local.get $end)))))))
        (br_if $next
          (i32.lt_u
            (local.tee $one (i32.add (local.get $one) (i32.const 4)))
            (local.get $last)))))
    (local.set $place (i32.const 0))
    (block $clean
      (br_if $clean (i32.eqz (local.get $length)))
      (loop $each
        (i32.store
          (i32.add
            (local.get $places)
            (i32.shl
              (i32.load (i32.add (local.get $seen) (i32.shl (local.get $place) (i32.const 2))))
              (i32.const 2)))
          (i32.const 0))
        (br_if $each
          (i32.lt_u
            (local.tee $place (i32.add (local.get $place) (i32.const 1)))
            (local.get $length)))))
    (local.get $length))

  ;; The first place from $place on, before $length, of which a count is not below that of its group
  ;; in $least; $length when there is none.
  (func (export "next")
    (param $place i32) (param $length i32) (param $counts i32) (param $least i32) (result i32)
    (local $low v128) (local $high v128)
    (local.set $low (v128.load (local.get $least)))
    (local.set $high (v128.load offset=16 (local.get $least)))
    (local.set $counts
      (i32.add (local.get $counts) (i32.shl (local.get $place) (i32.const 5))))
    (block $found
      (loop $each
        (br_if $found (i32.ge_u (local.get $place) (local.get $length)))
        (br_if $found
          (v128.any_true
            (v128.or
              (i32x4.ge_u (v128.load (local.get $counts)) (local.get $low))
              (i32x4.ge_u (v128.load offset=16 (local.get $counts)) (local.get $high)))))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 32)))
        (br $each)))
    (local.get $place)))
