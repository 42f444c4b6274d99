import { useMemo } from 'react'
import { qrPath } from '#contract/door/qr.ts'

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
  const { size, path } = useMemo(() => qrPath(text), [text])
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
