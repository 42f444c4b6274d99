import { propertiesOf } from '#pwa/lib/unknown.ts'
/** The payload of a push message. */
export interface WorkerMessage {
  /** The notification's id, the same in every delivery attempt. */
  id: string
  /** The id of this browser's push registration. */
  device: string
  title: string
  body: string
  /** A path on this site. */
  url: string
  /** ISO 8601. */
  at: string
  /** The unread count for the app icon. */
  unread: number
}

const HOME = '/'
/** Shown for an unreadable payload: browsers revoke the permission after a push without a notification. */
export const UNREADABLE = {
  title: '新しい通知があります',
  body: 'Roomを開いてご確認ください。',
  url: HOME,
}

/** Parses a payload, from Web Push or wrapped by FCM. Null if it is not one of ours. */
export function readMessage(text: string): WorkerMessage | null {
  try {
    const came = propertiesOf(JSON.parse(text))
    const { payload } = propertiesOf(came.data)
    const message = typeof payload === 'string' ? propertiesOf(JSON.parse(payload)) : came
    return isMessage(message)
      ? { ...message, url: localPath(message.url), unread: unreadIn(message) }
      : null
  } catch {
    return null
  }
}

function isMessage(message: object): message is Omit<WorkerMessage, 'unread'> {
  const { id, device, title, body, url, at } = propertiesOf(message)
  return id !== '' && [id, device, title, body, url, at].every((one) => typeof one === 'string')
}

function unreadIn(message: object): number {
  const { unread } = propertiesOf(message)
  return typeof unread === 'number' && Number.isInteger(unread) && unread > 0 ? unread : 0
}

/** A notification never opens another site. */
export const localPath = (url: unknown): string =>
  typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : HOME
