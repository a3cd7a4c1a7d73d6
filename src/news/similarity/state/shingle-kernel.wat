;; The loops of the sketch that touch every letter of a text, four letters at a time.
;;
;; Memory: 128 bins of 4 bytes at 0, letters of 4 bytes from 512 on, eight zeros after the last;
;; behind them, where the caller says, hashes and elements of 4 bytes. Their arrays are filled up to
;; a multiple of four: what stands beyond the last shingle means nothing.
(module
  (memory (export "memory") 1)

  ;; Hashes the shingles that begin at the first $count letters.
  ;; Returns how many of their last letters are from a to z.
  (func (export "hash") (param $count i32) (param $hashes i32) (result i32)
    (local $at i32) (local $end i32)
    (local $k1 v128) (local $k2 v128) (local $k3 v128) (local $k4 v128)
    (local $letter v128) (local $latin v128) (local $first v128) (local $third v128) (local $hash v128)
    (local.set $k1 (i32x4.splat (i32.const 0x9e3779b1)))
    (local.set $k2 (i32x4.splat (i32.const 0x85ebca77)))
    (local.set $k3 (i32x4.splat (i32.const 0xc2b2ae3d)))
    (local.set $k4 (i32x4.splat (i32.const 0x27d4eb2f)))
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (loop $four
      (local.set $letter (v128.load offset=528 (local.get $at)))
      (local.set $latin
        (i32x4.sub
          (local.get $latin)
          (i32x4.lt_u
            (i32x4.sub (local.get $letter) (i32x4.splat (i32.const 97)))
            (i32x4.splat (i32.const 26)))))
      (local.set $first
        (i32x4.mul
          (v128.xor
            (i32x4.shl (v128.load offset=512 (local.get $at)) (i32.const 16))
            (v128.load offset=516 (local.get $at)))
          (local.get $k1)))
      (local.set $third
        (i32x4.mul
          (v128.xor
            (i32x4.shl (v128.load offset=520 (local.get $at)) (i32.const 16))
            (v128.load offset=524 (local.get $at)))
          (local.get $k1)))
      (local.set $hash
        (i32x4.add
          (i32x4.mul
            (v128.xor
              (local.get $first)
              (v128.or
                (i32x4.shr_u (local.get $third) (i32.const 13))
                (i32x4.shl (local.get $third) (i32.const 19))))
            (local.get $k2))
          (i32x4.mul (local.get $letter) (local.get $k3))))
      (local.set $hash
        (i32x4.mul
          (v128.xor (local.get $hash) (i32x4.shr_u (local.get $hash) (i32.const 15)))
          (local.get $k4)))
      (v128.store
        (i32.add (local.get $hashes) (local.get $at))
        (v128.xor (local.get $hash) (i32x4.shr_u (local.get $hash) (i32.const 14))))
      (br_if $four
        (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 16)))
          (local.get $end))))
    (i32.add
      (i32.add
        (i32x4.extract_lane 0 (local.get $latin))
        (i32x4.extract_lane 1 (local.get $latin)))
      (i32.add
        (i32x4.extract_lane 2 (local.get $latin))
        (i32x4.extract_lane 3 (local.get $latin)))))

  ;; Copies hashes; those of five letters from a to z are mixed with the letter after them.
  (func (export "mix") (param $count i32) (param $hashes i32) (param $elements i32)
    (local $at i32) (local $end i32)
    (local $a v128) (local $span v128) (local $k1 v128) (local $isLatin v128) (local $hash v128) (local $mixed v128)
    (local.set $a (i32x4.splat (i32.const 97)))
    (local.set $span (i32x4.splat (i32.const 26)))
    (local.set $k1 (i32x4.splat (i32.const 0x9e3779b1)))
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (loop $four
      (local.set $isLatin
        (v128.and
          (v128.and
            (v128.and
              (i32x4.lt_u
                (i32x4.sub (v128.load offset=512 (local.get $at)) (local.get $a))
                (local.get $span))
              (i32x4.lt_u
                (i32x4.sub (v128.load offset=516 (local.get $at)) (local.get $a))
                (local.get $span)))
            (v128.and
              (i32x4.lt_u
                (i32x4.sub (v128.load offset=520 (local.get $at)) (local.get $a))
                (local.get $span))
              (i32x4.lt_u
                (i32x4.sub (v128.load offset=524 (local.get $at)) (local.get $a))
                (local.get $span))))
          (i32x4.lt_u
            (i32x4.sub (v128.load offset=528 (local.get $at)) (local.get $a))
            (local.get $span))))
      (local.set $hash (v128.load (i32.add (local.get $hashes) (local.get $at))))
      (local.set $mixed
        (i32x4.mul
          (v128.xor (local.get $hash) (v128.load offset=532 (local.get $at)))
          (local.get $k1)))
      (v128.store
        (i32.add (local.get $elements) (local.get $at))
        (v128.bitselect
          (v128.xor (local.get $mixed) (i32x4.shr_u (local.get $mixed) (i32.const 15)))
          (local.get $hash)
          (local.get $isLatin)))
      (br_if $four
        (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 16)))
          (local.get $end)))))

  ;; Every bin takes the smallest value that falls into it; the seven high bits name the bin.
  (func (export "fill") (param $count i32) (param $elements i32)
    (local $end i32) (local $element i32) (local $bin i32) (local $value i32) (local $known i32)
    (local.set $end (i32.add (local.get $elements) (i32.shl (local.get $count) (i32.const 2))))
    (loop $one
      (local.set $element (i32.load (local.get $elements)))
      (local.set $bin (i32.shl (i32.shr_u (local.get $element) (i32.const 25)) (i32.const 2)))
      (local.set $value (i32.and (local.get $element) (i32.const 0x1ffffff)))
      (local.set $known (i32.load (local.get $bin)))
      (i32.store
        (local.get $bin)
        (select
          (local.get $value)
          (local.get $known)
          (i32.lt_s (local.get $value) (local.get $known))))
      (br_if $one
        (i32.lt_u
          (local.tee $elements (i32.add (local.get $elements) (i32.const 4)))
          (local.get $end))))))
