import { correction, generate, mode } from 'lean-qr'
import { useMemo } from 'react'

/** The minimum size for gate scanners, in CSS pixels. */
const LEAST = 260

interface TicketQrProps {
  text: string
  label: string
  /** Device pixels per CSS pixel. */
  dpr: number
}

/** A QR code of a short text; each module is a whole number of device pixels. */
export function TicketQr({ text, label, dpr }: TicketQrProps) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const width = (size * Math.ceil((LEAST * dpr) / size)) / dpr
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      data-code={text}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawn(text: string) {
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
