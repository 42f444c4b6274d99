import type { Caller } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { push } from '#contract/push/calls.ts'
import { site } from '#contract/site/calls.ts'
import { fromBase64 } from '#pwa/lib/base64.ts'
import {
  pushRegistration,
  setPushRegistration,
  unsubscribePush,
} from '#pwa/lib/offline/push-registration.ts'
import { within } from '#pwa/lib/within.ts'

/** How long to wait for a service worker before checking whether one is being installed. */
const WORKER_MS = 10_000

/** What this browser supports, and the permission it has. */
export interface PushFacts {
  /** The browser supports push notifications. */
  supported: boolean
  /** An iPhone or iPad whose app is not on the home screen: iOS supports notifications only there. */
  needsInstall: boolean
  permission: NotificationPermission
  worker: boolean
  subscribed: boolean
  /** The id of this browser's registration on the server; null if never registered. */
  id: string | null
}

/** Why turning notifications on failed. */
export type PushProblem = 'denied' | 'no worker' | 'no service'
export class PushFailed extends Error {
  readonly problem: PushProblem
  constructor(problem: PushProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const isApplePhone = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** A browser that blocks storage for this site has the service worker API, but rejects each call. */
const workerHere = () =>
  navigator.serviceWorker.getRegistration().catch((error: unknown) => {
    console.info(error)
    return null
  })

export async function pushFacts(): Promise<PushFacts> {
  const worker = isSupported() ? await workerHere() : null
  const supported = isSupported() && worker !== null
  const subscription = await worker?.pushManager.getSubscription()
  return {
    supported,
    needsInstall: !supported && isApplePhone() && !isInstalled(),
    permission: supported ? Notification.permission : 'denied',
    worker: Boolean(worker?.active),
    subscribed: Boolean(subscription),
    id: pushRegistration()?.id ?? null,
  }
}

/** The active service worker. The first installation precaches the app, which takes minutes on a slow network: it is awaited. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const { ready } = navigator.serviceWorker
  for (;;) {
    const worker = await within(WORKER_MS, ready)
    if (worker) return worker
    const coming = await workerHere()
    if (!coming?.installing && !coming?.waiting) throw new PushFailed('no worker')
  }
}

/** The browser's subscription to this site's key; a subscription to another key is replaced. */
async function subscribe(worker: ServiceWorkerRegistration, key: string) {
  const applicationServerKey = fromBase64(key)
  const known = await worker.pushManager.getSubscription()
  if (known && sameBytes(known.options.applicationServerKey, applicationServerKey)) return known
  await known?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Registers this browser by web push or Firebase. The permission must be granted already. */
async function register(call: Caller) {
  const [worker, config] = await Promise.all([activeWorker(), call(site.getConfig, {})])
  const { vapid_public_key: key, firebase } = config.push
  try {
    if (firebase) {
      const { tokenOf } = await import('./push-firebase.ts')
      const token = await tokenOf(firebase, worker)
      return { endpoint: token, body: { kind: 'fcm' as const, token } }
    }
    if (!key) throw new Error('this site has no VAPID key')
    const subscription = await subscribe(worker, key)
    const { endpoint } = subscription
    const { p256dh, auth } = subscription.toJSON().keys ?? {}
    const keys = { p256dh: defined(p256dh, 'the public key'), auth: defined(auth, 'the secret') }
    return { endpoint, body: { kind: 'webpush' as const, subscription: { endpoint, keys } } }
  } catch (error) {
    throw new PushFailed('no service', error)
  }
}

async function saveRegistration(call: Caller) {
  const { endpoint, body } = await register(call)
  const { id } = await call(push.addToken, { body })
  setPushRegistration({ id, endpoint })
}

/** Asks for the permission, which needs a user gesture, then registers this browser. Throws `PushFailed`. */
export async function turnOn(call: Caller) {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushFailed('denied')
  await saveRegistration(call)
}

/** Turns notifications off for this browser; the user's other browsers keep theirs. */
export async function turnOff(call: Caller) {
  const known = pushRegistration()
  if (known) await call(push.removeToken, { body: bodyOf(known.endpoint) })
  await unsubscribePush()
}

/** A web push endpoint URL, or a Firebase token. */
const bodyOf = (endpoint: string) =>
  endpoint.startsWith('https:') ? { endpoint } : { token: endpoint }

/** Registers again, silently, after the push service changed the endpoint or the site changed its key. */
export async function renewPush(call: Caller) {
  const known = pushRegistration()
  if (!known || !isSupported() || Notification.permission !== 'granted') return
  const { endpoint, body } = await register(call)
  if (endpoint === known.endpoint) return
  const { id } = await call(push.addToken, { body })
  setPushRegistration({ id, endpoint })
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0))
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}
