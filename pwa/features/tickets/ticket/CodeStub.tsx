import { useEffect, useState } from 'react'
import { STEP_S } from '#contract/door/code.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { StaticCodeReason, StillCode, TicketCode } from '#pwa/ui/tickets/TicketCode.tsx'
import css from './CodeStub.module.css'
import { codeLabel } from './code-binding.ts'
import { TicketQr } from './TicketQr.tsx'
import type { PhoneClock } from './usePhoneClock.ts'
import { useTicketCode } from './useTicketCode.ts'
import { useWakeLock } from './useWakeLock.ts'

export const CodeComing = () => (
  <div className={css.checking} role="status" aria-label="入場コードを準備しています" data-coming />
)

interface CodeStubProps {
  issued: IssuedTicket
  clock: PhoneClock
  /** Called with whether this device shows a code. */
  onShown?: (isShown: boolean) => void
}

/** The QR code that a gate scans. */
export function CodeStub({ issued, clock, onShown }: CodeStubProps) {
  const { code, bind, busy, canAsk } = useTicketCode(issued, clock)
  const isShown = code.at === 'moving' || code.at === 'still'
  useWakeLock(isShown)
  useEffect(() => onShown?.(isShown), [isShown, onShown])
  const label = codeLabel(issued.number)
  switch (code.at) {
    case 'checking':
      return <CodeComing />
    case 'moving':
      return (
        <>
          <TicketCode left={code.left} life={STEP_S}>
            <TicketQr text={code.text} label={label} dpr={devicePixelRatio} />
          </TicketCode>
          {clock.offset !== 0 && (
            <Alert tone="warning" role="status">
              この端末の時計がずれています。コードは正しい時刻で表示しています。設定で、日付と時刻を「自動設定」にしてください。
            </Alert>
          )}
        </>
      )
    case 'still':
      return (
        <StillCode
          words={<StaticCodeReason why={code.why} />}
          action={
            canAsk && (
              <Button size="s" variant="secondary" icon="refresh" busy={busy} onClick={bind}>
                もう一度試す
              </Button>
            )
          }
        >
          <TicketQr text={code.text} label={label} dpr={devicePixelRatio} />
        </StillCode>
      )
    case 'elsewhere':
      return <OtherDevice error={code.error} bind={bind} busy={busy} canAsk={canAsk} />
  }
}

interface OtherDeviceProps {
  error: string | null
  bind: () => Promise<void>
  busy: boolean
  canAsk: boolean
}

/** The code is bound to another phone, or to this phone's browser instead of its app; explains how to rebind it. */
function OtherDevice({ error, bind, busy, canAsk }: OtherDeviceProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={css.elsewhere}>
      <Icon name="device" />
      <p>
        <b>ほかの端末で表示中のチケットです</b>
      </p>
      <p className={css.small}>
        コードを表示できるのは、1台だけです。ブラウザーとホーム画面のアプリは、同じスマートフォンでも別の端末として扱われます。
      </p>
      <Button wide disabled={!canAsk} busy={busy} onClick={() => setAsking(true)}>
        この端末で表示する
      </Button>
      {!canAsk && <p className={css.small}>切り替えるには、通信が必要です。</p>}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title="この端末に切り替えますか？"
        text={
          <p>
            前の端末のコードは、すぐに使えなくなります。無料ですが、切り替えは1日に5回までです。
          </p>
        }
        confirm="切り替える"
        onConfirm={() => {
          setAsking(false)
          void bind()
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
