import { propertiesOf } from '#pwa/lib/unknown.ts'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { isModalOpen, whenFree } from '../when-free.ts'

/** Opens the page of a tapped notification in the running app. */
export function listenForTaps() {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const { type, url } = propertiesOf(data)
    if (type !== 'OPEN' || typeof url !== 'string' || url === '') return
    ports[0]?.postMessage('heard')
    if (!isModalOpen()) return go(url)
    const action = { label: '開く', onPress: () => go(url) }
    whenFree(() => showToast('通知のページがあります', action))
  })
}

/** Navigates from outside React: the router listens to `popstate`. */
function go(url: string) {
  if (url === location.pathname + location.search) return
  const { idx } = propertiesOf(history.state)
  const index = typeof idx === 'number' ? idx + 1 : 1
  const state = { usr: null, key: crypto.randomUUID().slice(0, 8), idx: index }
  history.pushState(state, '', url)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}
