import { useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { type TicketOffer, transfers } from '#contract/transfers/calls.ts'
import { useList, useSend } from '#pwa/lib/api/api.ts'
import { recordError } from '#pwa/lib/api/last-error.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useNavigateIfHere } from '#pwa/lib/useNavigateIfHere.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { EntrantFields, NOTHING_TOLD } from '../entrant/EntrantFields.tsx'
import css from './Offers.module.css'

const REFRESH = [transfers.listOffers, tickets.listIssued, tickets.getIssued]

/** Tickets offered by others, to be accepted or declined. Nothing while offline. */
export function Offers() {
  const { items = [] } = useList(transfers.listOffers, {})
  if (items.length === 0) return null
  return (
    <section className={css.offers} aria-labelledby="offers">
      <h2 id="offers" className={css.title}>
        届いているチケット
      </h2>
      {items.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </section>
  )
}

/** Accepts or declines an offer; the entrant is told first where the ticket bears a name. */
function useOffer({ id, ticket }: TicketOffer) {
  const navigateIfHere = useNavigateIfHere()
  const [entrant, setEntrant] = useState(NOTHING_TOLD)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const tell = useSend(tickets.setEntrant, { refresh: [] })
  const accept = useSend(transfers.accept, { refresh: REFRESH })
  const decline = useSend(transfers.decline, { refresh: REFRESH })
  const input = { params: { id } }
  async function take() {
    // Unmounted with the accepted offer; the pending calls go on.
    if (ticket.named) await tell.mutateAsync({ ...input, body: entrant })
    await accept.mutateAsync(input)
    await navigateIfHere(paths.digitalTicket(id))
  }
  return {
    entrant,
    setEntrant: (changed: Partial<typeof entrant>) =>
      setEntrant((before) => ({ ...before, ...changed })),
    errorOf: (name: string) => refused[name]?.[0],
    busy: tell.isPending || accept.isPending,
    failure: tell.error ?? accept.error,
    accept() {
      setRefused({})
      void take().catch((error: unknown) => {
        recordError(error)
        if (error instanceof RequestError) setRefused(error.errors)
      })
    },
    async decline() {
      await decline.mutateAsync(input)
      showToast('申し出をお断りしました')
    },
  }
}

function Offer({ offer }: { offer: TicketOffer }) {
  const { id, number, from, ticket, type } = offer
  const { entrant, busy, failure, ...answer } = useOffer(offer)
  const [declining, setDeclining] = useState(false)
  return (
    <Card as="article" padded>
      <div className="stack">
        <p className="small">
          <b>{from.display_name}</b>（@{from.name}）さんから
        </p>
        <div>
          <h3 className={css.name}>{ticket.title}</h3>
          <p className="small muted">
            {dayAndTime(ticket.starts_at)}・{ticket.venue}
            <br />
            整理番号 {number}
            {type && `・${type.name}`}
          </p>
        </div>
        <p className="note muted">
          開場（{dayAndTime(ticket.opens_at)}）までにお選びください。料金はかかりません。
        </p>
        {ticket.named && (
          <EntrantFields
            ticket={ticket}
            values={entrant}
            onChange={answer.setEntrant}
            errorOf={answer.errorOf}
            disabled={busy}
          />
        )}
        <div className={css.answers}>
          <Button wide icon="ticket" busy={busy} onClick={answer.accept}>
            受け取る
          </Button>
          <Button wide variant="quiet" onClick={() => setDeclining(true)}>
            受け取らない
          </Button>
        </div>
        {failure && <FieldError id={`offer-${id}`}>{failure.message}</FieldError>}
      </div>
      <ConfirmDialog
        open={declining}
        title="このチケットを受け取りませんか？"
        text={<p>チケットは、{withSan(from.display_name)}の手元に残ります。</p>}
        confirm="受け取らない"
        onConfirm={answer.decline}
        onClose={() => setDeclining(false)}
      />
    </Card>
  )
}
