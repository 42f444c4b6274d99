import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ADVICE } from './state.ts'
import { usePush } from './usePush.ts'

/** Offers notifications after a purchase and at the bell, where the user has asked to be notified. */
export function PushOffer() {
  const { state, problem, busy, turnOn } = usePush()
  const paused = usePaused('notification')
  if (paused) return <Paused name="notification" />
  if (problem)
    return (
      <Alert tone="warning" role="alert">
        {problem}
      </Alert>
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
      return <Alert>{ADVICE.install}</Alert>
    default:
      return <p className="note muted">開始の前に、メールでお知らせします。</p>
  }
}
