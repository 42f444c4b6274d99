import { useEffect } from 'react'
import { STEP_S } from '#contract/door/code.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { StaticCodeReason, StillCode, TicketCode } from '#pwa/ui/tickets/TicketCode.tsx'
import css from './CodeStub.module.css'
import { codeLabel } from './code-binding.ts'
import { OtherDevice } from './OtherDevice.tsx'
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
  const { code, binding, canAsk } = useTicketCode(issued, clock)
  const { bind, busy } = binding
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
      return <OtherDevice issued={issued} binding={binding} canAsk={canAsk} />
  }
}
