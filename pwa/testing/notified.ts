import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { expect, vi } from 'vitest'

/** As much of a worker's own world as a test touches. */
interface Scope extends EventTarget {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: object) => Event
}
interface Given {
  /** What `pushManager.subscribe` gives; null where the browser’s push service cannot be reached. */
  subscription: object | null
  permission: NotificationPermission
  /** What somebody answers who is asked. */
  answer: NotificationPermission
}

/** What a page remembers of being asked, over its reloads. */
const ASKED = 'test.asked'
export const timesAsked = (page: Page) =>
  page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), ASKED)

/**
 * A headless browser has no push service and asks nobody: these two alone are stood in for. Everything after them is
 * real, the worker, what it shows, and the server.
 */
export async function standInForBrowser(context: BrowserContext, given: Partial<Given> = {}) {
  const all: Given = { subscription: null, permission: 'default', answer: 'granted', ...given }
  await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ({ subscription, permission, answer, key }) => {
      const kept = (name: string) => sessionStorage.getItem(`test.${name}`)
      const keep = (name: string, value: string | null) =>
        value === null
          ? sessionStorage.removeItem(`test.${name}`)
          : sessionStorage.setItem(`test.${name}`, value)
      Object.defineProperty(Notification, 'permission', {
        get: () => kept('permission') ?? permission,
      })
      Notification.requestPermission = async () => {
        sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1))
        keep('permission', answer)
        return answer
      }
      const bytesOf = (text: string) =>
        Uint8Array.from(JSON.parse(text) as number[]).buffer as ArrayBuffer
      const made = () => {
        const applicationServerKey = kept('subscribed')
        if (!applicationServerKey) return null
        return {
          ...(subscription as { endpoint: string }),
          options: { applicationServerKey: bytesOf(applicationServerKey) },
          toJSON: () => subscription,
          async unsubscribe() {
            keep('subscribed', null)
            return true
          },
        } as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => made()
      PushManager.prototype.subscribe = async (options) => {
        if (!subscription) throw new DOMException('no push service', 'AbortError')
        const { applicationServerKey } = options as { applicationServerKey: Uint8Array }
        keep('subscribed', JSON.stringify([...applicationServerKey]))
        return made()!
      }
    },
    { ...all, key: ASKED },
  )
}

/** The worker of a page, by the browser’s own protocol. */
export async function workerOf(context: BrowserContext, page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const protocol: CDPSession = await context.newCDPSession(page)
  const registered = new Promise<string>((found) =>
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    }),
  )
  await protocol.send('ServiceWorker.enable')
  const registrationId = await registered
  const service = 'pushMessaging'
  await protocol.send('BackgroundService.startObserving', { service })
  await protocol.send('BackgroundService.setRecording', { shouldRecord: true, service })
  const worker = (): Worker => context.serviceWorkers()[0]!
  return {
    /**
     * As the browser hands on what its push service brought; waits until the worker is done with it. Whoever looks at
     * what stands there while it is being put up makes the browser forget it.
     */
    async deliver(message: object | string) {
      const data = typeof message === 'string' ? message : JSON.stringify(message)
      const origin = new URL(page.url()).origin
      const done = new Promise<void>((resolve) =>
        protocol.on('BackgroundService.backgroundServiceEventReceived', (told) => {
          if (told.backgroundServiceEvent.eventName === 'Push event completed') resolve()
        }),
      )
      await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await done
    },
    /** Titles and tags of what stands there now. */
    shown: () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype
        const worker = await navigator.serviceWorker.ready
        const all = await getNotifications.call(worker)
        return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))
      }),
    /** Somebody swipes them away. */
    dismiss: () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready
        for (const one of await worker.getNotifications()) one.close()
      }),
    /** Somebody taps the one that stands there. */
    tap: () =>
      worker().evaluate(async () => {
        const scope = self as unknown as Scope
        const [notification] = await scope.registration.getNotifications()
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      }),
    /** Keeps what the worker sets the icon’s number to. */
    watchBadge: () =>
      worker().evaluate(() => {
        const scope = self as unknown as { badge: (number | null)[]; navigator: Navigator }
        scope.badge = []
        scope.navigator.setAppBadge = async (count) => void scope.badge.push(count ?? null)
        scope.navigator.clearAppBadge = async () => void scope.badge.push(0)
      }),
    badge: () => worker().evaluate(() => (self as unknown as { badge: number[] }).badge),
  }
}

/** What stands there, once it does. */
export const untilShown = (look: () => Promise<{ title: string }[]>, titles: string[]) =>
  vi.waitFor(async () => expect((await look()).map(({ title }) => title)).toEqual(titles))
