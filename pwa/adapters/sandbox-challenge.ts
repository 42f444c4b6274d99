import css from './sandbox-challenge.module.css'

/** Shows the bank's question in a window of its own, until it is answered or closed. */
export function askForProof(url: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.className = css.challenge!
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

  return new Promise((done) => {
    const heard = new AbortController()
    const end = () => {
      heard.abort()
      dialog.remove()
      done()
    }
    const hear = ({ origin, source, data }: MessageEvent) => {
      const said = (data as { type?: string } | null)?.type
      if (origin !== location.origin || source !== frame.contentWindow) return
      if (said === 'sandbox-stripe:challenge') end()
    }
    window.addEventListener('message', hear, { signal: heard.signal })
    close.addEventListener('click', end, { signal: heard.signal })
    dialog.addEventListener('cancel', end, { signal: heard.signal })
    dialog.showModal()
  })
}
