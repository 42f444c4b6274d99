import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { ADVICE } from './state.ts'
import { usePush } from './usePush.ts'

/** Offered where somebody has just asked to be told: after a purchase, and at the bell. Never by itself. */
export function PushOffer() {
  const { state, trouble, busy, turnOn } = usePush()
  const paused = usePaused('notification')
  if (paused) return <Paused name="notification" />
  if (trouble)
    return (
      <Notice tone="warning" role="alert">
        {trouble}
      </Notice>
    )
  switch (state) {
    case 'unasked':
    case 'off':
    case 'broken':
      return (
        <Button wide variant="secondary" icon="bell" busy={busy} onClick={turnOn}>
          この端末で通知を受け取る
        </Button>
      )
    case 'on':
      return (
        <p role="status" className="note muted">
          開始の前に、この端末へお知らせします。
        </p>
      )
    case 'install':
      return <Notice>{ADVICE.install}</Notice>
    default:
      return <p className="note muted">開始の前に、メールでお知らせします。</p>
  }
}
