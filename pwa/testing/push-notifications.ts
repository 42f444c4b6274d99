import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { expect, vi } from 'vitest'

/** The part of the service worker's global scope that the tests use. */
interface Scope extends EventTarget {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: object) => Event
}
interface BrowserState {
  /** The result of `pushManager.subscribe`; null: the push service is unreachable. */
  subscription: object | null
  permission: NotificationPermission
  /** The answer to the permission prompt. */
  answer: NotificationPermission
}

/** The sessionStorage key that counts prompts, over reloads. */
const PROMPT_COUNT = 'test.asked'
export const timesAsked = (page: Page) =>
  page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), PROMPT_COUNT)

/**
 * Fakes the push service and the permission prompt, which a headless browser lacks. Everything else is real: service
 * worker, notifications and server.
 */
export async function standInForBrowser(
  context: BrowserContext,
  overrides: Partial<BrowserState> = {},
) {
  const all: BrowserState = {
    subscription: null,
    permission: 'default',
    answer: 'granted',
    ...overrides,
  }
  await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ({ subscription, permission, answer, key }) => {
      const read = (name: string) => sessionStorage.getItem(`test.${name}`)
      const write = (name: string, value: string | null) =>
        value === null
          ? sessionStorage.removeItem(`test.${name}`)
          : sessionStorage.setItem(`test.${name}`, value)
      Object.defineProperty(Notification, 'permission', {
        get: () => read('permission') ?? permission,
      })
      Notification.requestPermission = async () => {
        sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1))
        write('permission', answer)
        return answer
      }
      const bytesOf = (text: string) =>
        Uint8Array.from(JSON.parse(text) as number[]).buffer as ArrayBuffer
      const currentSubscription = () => {
        const applicationServerKey = read('subscribed')
        if (!applicationServerKey) return null
        return {
          ...(subscription as { endpoint: string }),
          options: { applicationServerKey: bytesOf(applicationServerKey) },
          toJSON: () => subscription,
          async unsubscribe() {
            write('subscribed', null)
            return true
          },
        } as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => currentSubscription()
      PushManager.prototype.subscribe = async (options) => {
        if (!subscription) throw new DOMException('no push service', 'AbortError')
        const { applicationServerKey } = options as { applicationServerKey: Uint8Array }
        write('subscribed', JSON.stringify([...applicationServerKey]))
        return currentSubscription()!
      }
    },
    { ...all, key: PROMPT_COUNT },
  )
}

/** The service worker of a page, by the DevTools protocol. */
export async function workerOf(context: BrowserContext, page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const protocol: CDPSession = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
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
     * Delivers a push message, and waits until the worker has handled it. Listing notifications meanwhile makes the
     * browser lose the one being shown.
     */
    async deliver(message: object | string) {
      const data = typeof message === 'string' ? message : JSON.stringify(message)
      const origin = new URL(page.url()).origin
      const done = new Promise<void>((resolve) =>
        protocol.on('BackgroundService.backgroundServiceEventReceived', (payload) => {
          if (payload.backgroundServiceEvent.eventName === 'Push event completed') resolve()
        }),
      )
      await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await done
    },
    /** Titles and tags of the shown notifications. */
    shown: () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype
        const worker = await navigator.serviceWorker.ready
        const all = await getNotifications.call(worker)
        return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))
      }),
    /** Dismisses all notifications. */
    dismiss: () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready
        for (const one of await worker.getNotifications()) one.close()
      }),
    /** Taps the shown notification. */
    tap: () =>
      worker().evaluate(async () => {
        const scope = self as unknown as Scope
        const [notification] = await scope.registration.getNotifications()
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      }),
    /** Records the app badge that the worker sets. */
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

/** Waits until these notifications are shown, and returns them. */
export const untilShown = (look: () => Promise<{ title: string }[]>, titles: string[]) =>
  vi.waitFor(async () => expect((await look()).map(({ title }) => title)).toEqual(titles))
