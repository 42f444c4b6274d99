import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { hasPurchased } from '#pwa/lib/purchase-flag.ts'
import { safeLocalStorage, safeSessionStorage } from '#pwa/lib/safe-storage.ts'
import { installMethod, isApple } from './install-rule.ts'

/** A Chromium event without standard types. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}
declare global {
  interface Window {
    /** Stored by `pre-hydration.js`, as the event fires before the app is loaded. */
    installPrompt?: InstallPrompt
  }
  interface Navigator {
    /** Safari only. */
    readonly standalone?: boolean
  }
}

const VISITS = 'room.visits'
const THIS_VISIT = 'room.visit'
const DISMISSED = 'room.install.dismissed'

/** A new tab counts as a visit; a reload does not. */
function countVisit(): number {
  const before = Number(safeLocalStorage.read(VISITS) ?? 0)
  if (safeSessionStorage.read(THIS_VISIT)) return before
  safeSessionStorage.write(THIS_VISIT, '1')
  safeLocalStorage.write(VISITS, String(before + 1))
  return before + 1
}

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || navigator.standalone === true

/** Whether the card shows, how to install, and the card's actions. */
export function useInstall() {
  const { pathname } = useLocation()
  const [visits] = useState(countVisit)
  const [prompt, setPrompt] = useState(() => window.installPrompt ?? null)
  const [dismissed, setDismissed] = useState(() => safeLocalStorage.read(DISMISSED))
  useEffect(() => {
    // For an event that fired before this listener was added.
    const onPrompt = () => setPrompt(window.installPrompt ?? null)
    onPrompt()
    const done = () => setPrompt(null)
    window.addEventListener('beforeinstallprompt', onPrompt)
    window.addEventListener('appinstalled', done)
    return () => {
      window.removeEventListener('beforeinstallprompt', onPrompt)
      window.removeEventListener('appinstalled', done)
    }
  }, [])
  const apple = isApple(navigator.userAgent, navigator.maxTouchPoints)
  const way = installMethod(
    {
      visits,
      hasPurchased: hasPurchased(),
      dismissedAt: dismissed === null ? null : Date.parse(dismissed),
      isInstalled: isStandalone(),
      way: prompt ? 'prompt' : apple ? 'steps' : null,
    },
    pathname,
    Date.now(),
  )
  function dismiss() {
    const now = new Date().toISOString()
    safeLocalStorage.write(DISMISSED, now)
    setDismissed(now)
  }
  async function install() {
    setPrompt(null)
    // A prompt works once; a refusal there counts as a dismissal of the card.
    delete window.installPrompt
    await prompt?.prompt()
    dismiss()
  }
  return { way, install, dismiss }
}
