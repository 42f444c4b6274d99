import type { Endpoint } from '#contract/http/endpoint.ts'
import {
  auth,
  events,
  inbox,
  live,
  posting,
  push,
  rooms,
  social,
  streams,
  tickets,
  uploads,
} from '#contract/index.ts'
import type { SwitchName } from '#contract/site/switches.ts'
import type { CallGate } from '#server/http/mount.ts'
import type { Consents } from './consents.ts'
import type { Switches } from './switches.ts'

/** Condition on the request body, which is JSON: a form is read later. A call without one always matches. */
type When = (body: Record<string, unknown>) => boolean

/** Matches requests without a started payment; others are never paused, since money may have moved. */
const unpaid =
  (field: string): When =>
  (body) =>
    body[field] === undefined
const goesOnAir: When = ({ publishment_flg }) => publishment_flg === 1

const paused: [SwitchName, Endpoint, When?][] = [
  ['sign_up', auth.signUp],
  ['sign_up', social.joinSocial],
  ['purchase', rooms.startSubscription],
  ['purchase', rooms.payPastDue],
  ['purchase', events.startJoin],
  ['purchase', tickets.startTicketJoin],
  ['new_room', rooms.createRoom],
  ['live', streams.setPublishment, goesOnAir],
  ['message', inbox.answer],
  ['message', inbox.writeToOwner],
  ['message', inbox.announce],
  ['social_login', social.goSocial],
  ['social_login', social.finishSocial],
  ['social_login', social.joinSocial],
  ['social_login', social.loginSocial],
  ['social_login', social.linkIdentity],
  ['notification', push.addToken],
  ['notification', push.testToken],
]

/** Calls that require consent: buying, joining and posting. Existing tickets, leaving and own data never do. */
const agreed: [Endpoint, When?][] = [
  [rooms.startSubscription],
  [rooms.subscribe, unpaid('subscriptionId')],
  [rooms.createRoom],
  [events.startJoin],
  [events.join, unpaid('paymentIntentId')],
  [events.createOwn],
  [tickets.startTicketJoin],
  [tickets.joinTicket, unpaid('paymentIntentId')],
  [tickets.createTicket],
  [posting.createThread],
  [posting.changeThread],
  [posting.postComment],
  [posting.react],
  [live.postTalk],
  [inbox.answer],
  [inbox.writeToOwner],
  [inbox.announce],
  [uploads.startUpload],
]

/** Check before every call: paused switches, and missing consents. */
export function contentGate(switches: Switches, consents: Consents): CallGate {
  const pausedBy = new Map<Endpoint, { name: SwitchName; when: When }[]>()
  for (const [name, endpoint, when = always] of paused)
    pausedBy.set(endpoint, [...(pausedBy.get(endpoint) ?? []), { name, when }])
  const needsConsent = new Map<Endpoint, When>(
    agreed.map(([endpoint, when = always]) => [endpoint, when]),
  )

  return (endpoint) => {
    const switchesOf = pausedBy.get(endpoint) ?? []
    const consent = needsConsent.get(endpoint)
    if (switchesOf.length === 0 && !consent) return null
    return async (viewer, input) => {
      const body: Record<string, unknown> = { ...(input.body ?? {}) }
      for (const { name, when } of switchesOf) if (when(body)) await switches.assertEnabled(name)
      if (viewer && consent?.(body)) await consents.assertAccepted(viewer.id)
    }
  }
}

const always: When = () => true
