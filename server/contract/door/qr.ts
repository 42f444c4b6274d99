import { correction, generate, mode } from 'lean-qr'

/** A QR code as an SVG path in a square of `size` modules. */
export function qrPath(text: string): { size: number; path: string } {
  const code = generate(text, {
    modes: [mode.alphaNumeric, mode.ascii],
    minCorrectionLevel: correction.L,
  })
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      let end = x
      while (code.get(end, y)) end++
      if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`
      x = end
    }
  return { size: code.size, path }
}
