// The size of H.264 pictures, from a sequence parameter set: ITU-T H.264, clauses 7.3.2.1.1 and 7.4.2.1.1.

/** Profiles whose sets say how colour is sampled; all others have 4:2:0. */
const WITH_CHROMA = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
const MACROBLOCK = 16
const MAX_ZEROS = 31

/** Bits of a NAL unit, without the bytes that keep start codes out of it. Reading past the end throws. */
class Bits {
  readonly #bytes: number[] = []
  #at = 0

  constructor(unit: Uint8Array) {
    let zeros = 0
    for (const byte of unit) {
      if (zeros >= 2 && byte === 3) zeros = 0
      else {
        this.#bytes.push(byte)
        zeros = byte === 0 ? zeros + 1 : 0
      }
    }
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new RangeError('the parameter set is truncated')
    return (byte >> (7 - (this.#at++ & 7))) & 1
  }

  skip(bits: number) {
    this.#at += bits
  }

  /** ue(v) of clause 9.1. */
  number(): number {
    let zeros = 0
    while (this.bit() === 0) if (++zeros > MAX_ZEROS) throw new RangeError('no number')
    let value = 1
    for (; zeros > 0; zeros--) value = value * 2 + this.bit()
    return value - 1
  }

  /** se(v). */
  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2
  }
}

/** `chroma_format_idc`, and what is cut off per unit: 4:2:0 halves both sides, 4:2:2 only the width. */
function readChroma(bits: Bits, profile: number) {
  if (!WITH_CHROMA.includes(profile)) return { x: 2, y: 2 }
  const format = bits.number()
  const isSeparate = format === 3 && bits.bit() === 1
  bits.number() // bit_depth_luma_minus8
  bits.number() // bit_depth_chroma_minus8
  bits.bit() // qpprime_y_zero_transform_bypass_flag
  const hasLists = bits.bit() === 1
  for (let list = 0; hasLists && list < (format === 3 ? 12 : 8); list++)
    if (bits.bit() === 1) skipScalingList(bits, list < 6 ? 16 : 64)
  if (isSeparate) return { x: 1, y: 1 }
  return { x: format === 1 || format === 2 ? 2 : 1, y: format === 1 ? 2 : 1 }
}

function skipScalingList(bits: Bits, size: number) {
  let [last, next] = [8, 8]
  for (let n = 0; n < size && next !== 0; n++) {
    next = (last + bits.signed() + 256) % 256
    last = next === 0 ? last : next
  }
}

function skipOrder(bits: Bits) {
  bits.number() // log2_max_frame_num_minus4
  const type = bits.number()
  if (type === 0) bits.number() // log2_max_pic_order_cnt_lsb_minus4
  if (type !== 1) return
  bits.bit() // delta_pic_order_always_zero_flag
  bits.signed() // offset_for_non_ref_pic
  bits.signed() // offset_for_top_to_bottom_field
  for (let left = bits.number(); left > 0; left--) bits.signed()
}

/** Width and height in pixels of a sequence parameter set with its header byte; throws a `RangeError` if it is truncated. */
export function pictureSize(set: Uint8Array): { width: number; height: number } {
  const bits = new Bits(set)
  bits.skip(32) // The header, profile, constraints and level.
  bits.number() // seq_parameter_set_id
  const unit = readChroma(bits, set[1] ?? 0)
  skipOrder(bits)
  bits.number() // max_num_ref_frames
  bits.bit() // gaps_in_frame_num_value_allowed_flag
  const columns = bits.number() + 1
  const rows = bits.number() + 1
  // Without it a row of the map is two rows of macroblocks.
  const perRow = 2 - bits.bit()
  if (perRow === 2) bits.bit() // mb_adaptive_frame_field_flag
  bits.bit() // direct_8x8_inference_flag
  const [left, right, top, bottom] =
    bits.bit() === 1 ? [bits.number(), bits.number(), bits.number(), bits.number()] : [0, 0, 0, 0]
  return {
    width: columns * MACROBLOCK - unit.x * (left + right),
    height: perRow * (rows * MACROBLOCK - unit.y * (top + bottom)),
  }
}
