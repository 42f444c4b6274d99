import type QRCodeStyling from 'qr-code-styling'
import { useEffect, useRef, useState } from 'react'
import { recordError } from '#pwa/lib/api/last-error.ts'

const SIDE = 260
const LOGO = '/icons/icon-192.png'
const INK = '#16211F'
const PAPER = '#FFFFFF'

const optionsOf = (data: string) =>
  ({
    type: 'svg',
    width: SIDE,
    height: SIDE,
    data,
    image: LOGO,
    // Error correction for the modules that the logo covers.
    qrOptions: { errorCorrectionLevel: 'H' },
    imageOptions: { imageSize: 0.4, margin: 4 },
    dotsOptions: { type: 'extra-rounded', color: INK },
    backgroundOptions: { color: PAPER },
  }) as const

/** Renders the QR code of a URL into `frame`; loads the library on demand. */
export function useQrCode(url: string) {
  const frame = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<QRCodeStyling | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    import('qr-code-styling').then(
      ({ default: Drawn }) => {
        if (isGone || !frame.current) return
        const drawn = new Drawn(optionsOf(url))
        frame.current.replaceChildren()
        drawn.append(frame.current)
        setCode(drawn)
      },
      (error: unknown) => {
        recordError(error)
        if (!isGone) setFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [url])
  return {
    frame,
    failed,
    /** Null until it is rendered. */
    save: code && (() => code.download({ name: 'MyRoom_Qr', extension: 'png' })),
  }
}
