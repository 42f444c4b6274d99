import type Stripe from 'stripe'
import type { Kind, Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { changedFields } from '../core/values.ts'
import { APPLICATION } from '../payments/money.ts'

/** The only supported version: the SDK's own. */
export const API_VERSION = '2026-10-28.endive'

export type EventName = Stripe.Event.Type

/** Stores an event and its deliveries in the transaction of its cause. */
export const emit = <K extends Kind>(
  scope: Scope,
  type: EventName,
  object: Kinds[K],
  previous?: Partial<Kinds[K]>,
): string => notify(scope, type, object, previous)

/** A seller disconnected from the platform; the event's object is the platform's application. */
export const emitDeauthorized = (scope: Scope): string =>
  notify(scope, 'account.application.deauthorized', {
    id: APPLICATION,
    object: 'application',
    name: 'Room',
  } satisfies Stripe.Application)

/** Returns the event's id. */
export function notify(scope: Scope, type: EventName, object: object, previous?: object): string {
  const event: Stripe.EventBase = {
    id: scope.newId('event'),
    object: 'event',
    ...(scope.account ? { account: scope.account } : {}),
    api_version: API_VERSION,
    created: scope.now(),
    data: {
      object: unexpanded(object),
      ...(previous ? { previous_attributes: previous } : {}),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { ...scope.cause },
    type,
  }
  scope.put<'event'>(event)
  const platform = scope.as('')
  const due = scope.clock.nowMs()
  for (const endpoint of platform.list('webhook_endpoint').data.toReversed()) {
    const isSubscribed = endpoint.enabled_events.some((one) => one === '*' || one === type)
    const connect = platform.hidden(endpoint.id).connect === true
    if (!isSubscribed || connect !== (scope.account !== '') || endpoint.status !== 'enabled')
      continue
    scope.db
      .prepare('insert into delivery (account, event, endpoint, due) values (?, ?, ?, ?)')
      .run(scope.account, event.id, endpoint.id, due)
  }
  return event.id
}

/** Removes the confirmation secret of an invoice, which events do not contain. */
const unexpanded = ({ ...object }: object) => {
  if ('confirmation_secret' in object) delete object.confirmation_secret
  return object
}

/** Adds the number of endpoints with a pending delivery. */
export function withPending(scope: Scope, event: Stripe.EventBase): Stripe.EventBase {
  const waiting = scope.db
    .prepare<[string], number>(
      "select count(distinct endpoint) from delivery where event = ? and state = 'waiting'",
    )
    .pluck()
    .get(event.id)
  return { ...event, pending_webhooks: waiting ?? 0 }
}

/** Stores a changed object with its event and `previous_attributes`; does nothing without a change. */
export function change<K extends Kind>(
  scope: Scope,
  before: Kinds[K],
  patch: Partial<Kinds[K]>,
  type?: EventName,
): Kinds[K] {
  const after: Kinds[K] = { ...before, ...patch }
  const previous = changedFields(before, patch)
  scope.put<K>(after)
  if (type && Object.keys(previous).length > 0) notify(scope, type, after, previous)
  return after
}
