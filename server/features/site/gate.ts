import type { Endpoint } from '#contract/endpoint.ts'
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
import type { SwitchName } from '#contract/switches.ts'
import type { Gate } from '#server/http/mount.ts'
import type { Consents } from './consents.ts'
import type { Switches } from './switches.ts'

/** Whether this call is meant, by what it says; all of them where nothing is said of that. */
type When = (body: Record<string, unknown>) => boolean

/** What was begun is brought to its end: money may have moved already. */
const unpaid =
  (field: string): When =>
  (body) =>
    body[field] === undefined
const goesOnAir: When = ({ publishment_flg }) => publishment_flg === 1

const paused: [SwitchName, Endpoint, When?][] = [
  ['sign_up', auth.signUp],
  ['sign_up', social.joinSocial],
  ['purchase', rooms.startSubscription],
  ['purchase', rooms.payArrears],
  ['purchase', events.startJoin],
  ['purchase', tickets.startTicketJoin],
  ['new_room', rooms.createRoom],
  ['live', streams.setPublishment, goesOnAir],
  ['message', inbox.answer],
  ['message', inbox.writeToOwner],
  ['message', inbox.announce],
  ['social_login', social.goSocial],
  ['social_login', social.comeBack],
  ['social_login', social.joinSocial],
  ['social_login', social.loginSocial],
  ['social_login', social.linkIdentity],
  ['notification', push.addToken],
  ['notification', push.testToken],
]

/** Buying, joining and posting. Tickets, leaving, one's own data and what was bought are never in it. */
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

/** Stands before every call: what operators have paused, and who has to agree to new terms first. */
export function contentGate(switches: Switches, consents: Consents): Gate {
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
      const body = (input.body ?? {}) as Record<string, unknown>
      for (const { name, when } of switchesOf) if (when(body)) await switches.demand(name)
      if (viewer && consent?.(body)) await consents.demand(viewer.id)
    }
  }
}

const always: When = () => true
