import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { hasPurchased } from '#pwa/lib/purchase-flag.ts'
import { safeLocalStorage, safeSessionStorage } from '#pwa/lib/safe-storage.ts'
import { installWay, isApple } from './install-rule.ts'

/** Chromium's own; no types have it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}
declare global {
  interface Window {
    /** Stored by `pre-hydration.js`, as the event fires before the app is loaded. */
    installPrompt?: InstallPrompt
  }
}

const VISITS = 'room.visits'
const THIS_VISIT = 'room.visit'
const DISMISSED = 'room.install.dismissed'

/** A tab that is opened anew is another visit; a reload is not. */
function countVisit(): number {
  const before = Number(safeLocalStorage.read(VISITS) ?? 0)
  if (safeSessionStorage.read(THIS_VISIT)) return before
  safeSessionStorage.write(THIS_VISIT, '1')
  safeLocalStorage.write(VISITS, String(before + 1))
  return before + 1
}

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** Whether the card shows, how one installs here, and what its buttons do. */
export function useInstall() {
  const { pathname } = useLocation()
  const [visits] = useState(countVisit)
  const [prompt, setPrompt] = useState(() => window.installPrompt ?? null)
  const [dismissed, setDismissed] = useState(() => safeLocalStorage.read(DISMISSED))
  useEffect(() => {
    // One that came since we looked has nobody else to tell us.
    const found = () => setPrompt(window.installPrompt ?? null)
    found()
    const done = () => setPrompt(null)
    window.addEventListener('beforeinstallprompt', found)
    window.addEventListener('appinstalled', done)
    return () => {
      window.removeEventListener('beforeinstallprompt', found)
      window.removeEventListener('appinstalled', done)
    }
  }, [])
  const apple = isApple(navigator.userAgent, navigator.maxTouchPoints)
  const way = installWay(
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
    // Good for one question; whoever says no has said no to us too.
    delete window.installPrompt
    await prompt?.prompt()
    dismiss()
  }
  return { way, install, dismiss }
}
