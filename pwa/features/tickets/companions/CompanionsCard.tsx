import { useState } from 'react'
import { companions } from '#contract/companions/calls.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { type CompanionSeat, type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './CompanionsCard.module.css'
import { LinkSheet } from './LinkSheet.tsx'

const REFRESH = [tickets.getIssued, tickets.listIssued]

const STATES = {
  open: { label: '未受け取り', tone: 'neutral' },
  accepted: { label: '受け取り済み', tone: 'positive' },
  admitted: { label: '入場済み', tone: 'positive' },
} as const

/** Whose companion the holder of this ticket is; nothing for any other. A stored ticket may be of the last release. */
export const CompanionOf = ({ issued: { companion_of } }: { issued: IssuedTicket }) =>
  companion_of ? (
    <p className="small muted">{withSan(companion_of.display_name)}の同行者のチケットです。</p>
  ) : null

/** 同行者のチケット: the other seats of the purchase, each handed over by a link. What is known is shown offline, too. */
export function CompanionsCard({ issued }: { issued: IssuedTicket }) {
  const canAsk = useSessionState().at === 'member'
  const [link, setLink] = useState<{ number: string; url: string } | null>(null)
  const seats = issued.companions ?? []
  if (seats.length === 0) return null
  const open = seats.filter(({ state }) => state === 'open').length
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className="small">同行者のチケット</h2>
        <p className="small muted">
          {open === 0
            ? 'すべて受け取り済みです。'
            : issued.ticket.named
              ? '入場には、お一人ずつの受け取りと、氏名の登録が必要です。リンクを送ってください。'
              : 'お一人ずつ、リンクで送れます。受け取りのない分は、受付であなたと一緒に入場できます。'}
        </p>
        <ul className={css.seats}>
          {seats.map((seat) => (
            <Seat key={seat.id} issued={issued} seat={seat} canAsk={canAsk} onLink={setLink} />
          ))}
        </ul>
        {!canAsk && open > 0 && <p className="note muted">リンクを送るには、通信が必要です。</p>}
      </div>
      <LinkSheet link={link} title={issued.ticket.title} onClose={() => setLink(null)} />
    </Card>
  )
}

interface SeatProps {
  issued: IssuedTicket
  seat: CompanionSeat
  canAsk: boolean
  onLink: (link: { number: string; url: string }) => void
}

function Seat({ issued, seat, canAsk, onLink }: SeatProps) {
  const { number, state, linked, holder } = seat
  const [asking, setAsking] = useState<'again' | 'end' | null>(null)
  const make = useSend(companions.linkCompanion, { refresh: REFRESH })
  const end = useSend(companions.unlinkCompanion, { refresh: REFRESH })
  const params = { id: issued.id, seat: seat.id }
  const status = STATES[state]
  const send = async () => onLink({ number, ...(await make.mutateAsync({ params })) })
  const error = make.error ?? end.error
  return (
    <li className={css.seat}>
      <div className={css.who}>
        <b>{number}</b>
        <Badge tone={status.tone}>{status.label}</Badge>
        {holder && <span className="small">{holder.display_name}</span>}
        {linked && <span className="note muted">リンクを作成済み</span>}
      </div>
      {state === 'open' && (
        <div className={css.actions}>
          <Button
            size="s"
            variant="secondary"
            icon="link"
            disabled={!canAsk}
            busy={make.isPending}
            onClick={() => (linked ? setAsking('again') : void send().catch(() => {}))}
          >
            {linked ? 'リンクを作り直す' : 'リンクを送る'}
          </Button>
          {linked && (
            <Button size="s" variant="quiet" disabled={!canAsk} onClick={() => setAsking('end')}>
              リンクを取り消す
            </Button>
          )}
        </div>
      )}
      {error && <FieldError id={`seat-${seat.id}`}>{error.message}</FieldError>}
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'end' ? 'リンクを取り消しますか？' : 'リンクを作り直しますか？'}
        text={<p>前に送ったリンクは、使えなくなります。</p>}
        confirm={asking === 'end' ? '取り消す' : '作り直す'}
        onConfirm={async () => {
          if (asking === 'again') return send()
          await end.mutateAsync({ params })
          showToast('リンクを取り消しました')
        }}
        onClose={() => setAsking(null)}
      />
    </li>
  )
}
