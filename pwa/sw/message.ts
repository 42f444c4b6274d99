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
  title: 'お知らせがあります',
  body: 'Roomを開いてご確認ください。',
  url: HOME,
}

/** Parses a payload, from Web Push or wrapped by FCM. Null if it is not one of ours. */
export function readMessage(text: string): WorkerMessage | null {
  try {
    const came = JSON.parse(text) as { data?: { payload?: string } }
    const found = (came.data?.payload ? JSON.parse(came.data.payload) : came) as WorkerMessage
    const texts = [found.id, found.device, found.title, found.body, found.url, found.at]
    if (!texts.every((one) => typeof one === 'string') || found.id === '') return null
    const unread = Number.isInteger(found.unread) && found.unread > 0 ? found.unread : 0
    return { ...found, url: localPath(found.url), unread }
  } catch {
    return null
  }
}

/** A notification never opens another site. */
export const localPath = (url: unknown): string =>
  typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : HOME
