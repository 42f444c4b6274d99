import { defined } from '#contract/lib/defined.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'
import css from './sandbox-challenge.module.css'

/** Shows the bank's 3-D Secure page in a window until it is answered or closed. */
export function askForProof(url: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.className = defined(css.challenge, 'a class')
  dialog.setAttribute('aria-label', 'カードの本人認証')
  const frame = document.createElement('iframe')
  Object.assign(frame, {
    src: url,
    title: 'カードの本人認証（テストモード）',
    className: css.frame,
  })
  const close = document.createElement('button')
  Object.assign(close, { type: 'button', textContent: '認証をやめる', className: css.close })
  dialog.append(frame, close)
  document.body.append(dialog)

  return new Promise((resolve) => {
    const listeners = new AbortController()
    const end = () => {
      listeners.abort()
      dialog.remove()
      resolve()
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.contentWindow) return
      if (propertiesOf(data).type === 'sandbox-stripe:challenge') end()
    }
    window.addEventListener('message', onMessage, { signal: listeners.signal })
    close.addEventListener('click', end, { signal: listeners.signal })
    dialog.addEventListener('cancel', end, { signal: listeners.signal })
    dialog.showModal()
  })
}
