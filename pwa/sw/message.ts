/** What the server sends, as it stands after decryption. */
export interface Message {
  /** The same for every try: it is shown once. */
  id: string
  /** Which of the server's registrations this browser is. */
  device: string
  title: string
  body: string
  /** A path on this site. */
  url: string
  /** An instant. */
  at: string
  /** Messages that wait, for the icon. */
  unread: number
}

const HOME = '/'
/** Shown where nothing can be read: a push that shows nothing costs the permission to send more. */
export const UNREADABLE = {
  title: 'お知らせがあります',
  body: 'Roomを開いてご確認ください。',
  url: HOME,
}

/** Reads what came, straight from the server or wrapped by Firebase; null where it is none of ours. */
export function readMessage(text: string): Message | null {
  try {
    const came = JSON.parse(text) as { data?: { payload?: string } }
    const found = (came.data?.payload ? JSON.parse(came.data.payload) : came) as Message
    const texts = [found.id, found.device, found.title, found.body, found.url, found.at]
    if (!texts.every((one) => typeof one === 'string') || found.id === '') return null
    const unread = Number.isInteger(found.unread) && found.unread > 0 ? found.unread : 0
    return { ...found, url: localPath(found.url), unread }
  } catch {
    return null
  }
}

/** A tap never leads to another site, whatever came. */
export const localPath = (url: unknown): string =>
  typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : HOME
