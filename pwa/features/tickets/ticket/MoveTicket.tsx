import { UNREACHABLE } from '#contract/shared/messages.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { wordsOf } from '#pwa/lib/api/words-of.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import type { PhoneClock } from './usePhoneClock.ts'
import { useShownCode } from './useTicketCode.ts'

interface MoveTicketProps {
  issued: IssuedTicket
  clock: PhoneClock
}

/** 端末を変える: the device that shows a ticket releases it, or refuses another one that has asked. */
export function MoveTicket({ issued, clock }: MoveTicketProps) {
  const showCode = useShownCode(issued, clock)
  return showCode && <MoveCard issued={issued} showCode={showCode} />
}

interface MoveCardProps extends Pick<MoveTicketProps, 'issued'> {
  showCode: () => Promise<string>
}

function MoveCard({ issued, showCode }: MoveCardProps) {
  const { id, moves_from, released } = issued
  const answer = useSend(tickets.answerMove, { refresh: [tickets.getIssued, tickets.listIssued] })
  const send = async (allow: boolean) => {
    try {
      await answer.mutateAsync({ params: { id }, body: { code: await showCode(), allow } })
    } catch (error) {
      console.warn(error)
      showToast(wordsOf(error, UNREACHABLE))
    }
  }
  const canAsk = useSessionState().at === 'member'
  const isAsked = moves_from !== null && !released
  const props = { wide: true, disabled: !canAsk, busy: answer.isPending } as const
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className="small">端末を変える</h2>
        <p className="small muted">{wordsFor(issued)}</p>
        {(moves_from === null || isAsked) && (
          <Button {...props} variant="secondary" onClick={() => void send(true)}>
            {isAsked ? 'すぐに切り替える' : 'ほかの端末へ移す'}
          </Button>
        )}
        {moves_from !== null && (
          <Button {...props} variant="secondary" onClick={() => void send(false)}>
            {isAsked ? '申し込みを取り消す' : 'この端末で使い続ける'}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** A ticket in the device's store may be of the last release. */
const waitOf = ({ move_wait_hours = 0 }: IssuedTicket['ticket']) =>
  move_wait_hours > 0 ? `確認から${move_wait_hours}時間たつと、切り替わります。` : ''

function wordsFor({ moves_from, released, ticket }: IssuedTicket): string {
  if (moves_from === null)
    return `ここで手放すと、次に開いた端末ですぐにコードを表示できます。手放さずにほかの端末へ切り替えるときは、ご本人の確認が必要です。${waitOf(ticket)}`
  if (released) return 'ほかの端末でこのチケットを開くと、コードはそちらに切り替わります。'
  return `ほかの端末から、切り替えの申し込みがありました。${dayAndTime(moves_from)} から、その端末で表示できます。お心当たりがないときは、取り消してください。`
}
