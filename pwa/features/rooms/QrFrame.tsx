import { Alert } from '#pwa/ui/Alert.tsx'
import css from './QrFrame.module.css'
import { useQrCode } from './useQrCode.ts'

interface QrFrameProps {
  of: Pick<ReturnType<typeof useQrCode>, 'frame' | 'failed'>
  label: string
}

/** The QR code of a URL, or that it cannot be shown. */
export const QrFrame = ({ of: { frame, failed }, label }: QrFrameProps) =>
  failed ? (
    <Alert tone="warning">QRコードを表示できませんでした。URLは、いまもコピーできます。</Alert>
  ) : (
    <div ref={frame} className={css.code} role="img" aria-label={label} />
  )

/** The QR code of a URL, drawn on demand. */
export const UrlCode = ({ url, label }: { url: string; label: string }) => (
  <QrFrame of={useQrCode(url)} label={label} />
)
