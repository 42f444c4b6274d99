import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type CompanionInvitation, companions } from '#contract/companions/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { typedTitle } from '#contract/tickets/ticket-type.ts'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { bareTime, longDate, time, weekday } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { EntrantFields, NOTHING_TOLD } from '../entrant/EntrantFields.tsx'
import { companionLink } from './companion-link.ts'
import css from './Invitation.module.css'

const ACCEPT = 'チケットを受け取る'

interface InvitationProps {
  secret: string
  invitation: CompanionInvitation
}

/** What a companion's link offers: the event, from whom, and the button that accepts it. */
export function Invitation({ secret, invitation }: InvitationProps) {
  const { from, type, ticket } = invitation
  const day = `${longDate(ticket.starts_at)}(${weekday(ticket.starts_at)})`
  return (
    <Card as="section" padded>
      <div className="stack">
        <p className="small">
          <b>{from.display_name}</b>（@{from.name}）さんから、入場チケットが届いています。
        </p>
        {ticket.image_path && (
          <img className={css.picture} src={ticket.image_path} alt="" width={1000} height={563} />
        )}
        <h2>{typedTitle(ticket.title, type)}</h2>
        <Facts
          label="公演"
          facts={[
            {
              term: '日時',
              value: `${day} 開場 ${bareTime(ticket.opens_at)}　開演 ${time(ticket.starts_at)}`,
            },
            { term: '会場', value: ticket.venue },
          ]}
        />
        <NextStep secret={secret} invitation={invitation} />
      </div>
    </Card>
  )
}

function NextStep({ secret, invitation: { state, ticket } }: InvitationProps) {
  const session = useSessionState()
  if (state === 'ended')
    return (
      <Alert tone="warning">このチケットは、もう受け取れません。送った方にご確認ください。</Alert>
    )
  if (state === 'used')
    return (
      <>
        <Alert tone="warning">このチケットは、すでに受け取られています。</Alert>
        {session.at === 'member' && <Button to={paths.ticketBox}>チケットボックスを開く</Button>}
      </>
    )
  if (session.at !== 'member') return <Entering secret={secret} />
  if (ticket.held)
    return (
      <Alert>
        このイベントのチケットはすでにお持ちです。このリンクは、同行する別の方にお使いください。
      </Alert>
    )
  return <Accepting secret={secret} ticket={ticket} />
}

/** A visitor logs in or signs up first; this page follows. */
function Entering({ secret }: Pick<InvitationProps, 'secret'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide icon="ticket" onClick={() => setOpen(true)}>
        {ACCEPT}
      </Button>
      <LoginSheet
        open={open}
        onClose={() => setOpen(false)}
        what={ACCEPT}
        path={companionLink.path(secret)}
      >
        <p className="small">
          チケットは、あなたのチケットボックスに入ります。料金はかかりません。
        </p>
      </LoginSheet>
    </>
  )
}

function Accepting({
  secret,
  ticket,
}: Pick<InvitationProps, 'secret'> & Pick<CompanionInvitation, 'ticket'>) {
  const navigate = useNavigate()
  const [entrant, setEntrant] = useState(NOTHING_TOLD)
  const accept = useSend(companions.acceptCompanion, { refresh: [tickets.listIssued] })
  const errors = accept.error instanceof RequestError ? accept.error.errors : {}
  const body = { secret, ...(ticket.named && entrant) }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(
          { body },
          {
            onSuccess: ({ id }) => {
              companionLink.clear()
              void navigate(paths.digitalTicket(id), { replace: true })
            },
          },
        )
      }}
    >
      {ticket.named && (
        <EntrantFields
          ticket={ticket}
          values={entrant}
          onChange={(changed) => setEntrant((before) => ({ ...before, ...changed }))}
          errorOf={(name) => errors[name]?.[0]}
          disabled={accept.isPending}
        />
      )}
      <p className="note muted">
        受け取ると、あなたのチケットボックスに入ります。料金はかかりません。
        {ticket.members_only && '受け取れるのは、このルームのメンバーだけです。'}
      </p>
      {accept.error && <FieldError id="accept-error">{accept.error.message}</FieldError>}
      <Button type="submit" wide icon="ticket" busy={accept.isPending}>
        {ACCEPT}
      </Button>
    </form>
  )
}
