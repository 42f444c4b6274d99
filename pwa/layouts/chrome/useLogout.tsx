import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Leaving, leavingOf, leavingWords } from '#pwa/features/tickets/leaving.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/toast.ts'

interface Logout {
  ask: () => void
  /** The question where a ticket is for today; it stands wherever the button does. */
  question: ReactNode
}

/** Ends the session here and on the server, empties the device, says which tickets went with it, and goes home. */
export function useLogout(): Logout {
  const session = useSession()
  const navigate = useNavigate()
  const now = useNow()
  const [doubt, setDoubt] = useState<Leaving | null>(null)
  const [busy, setBusy] = useState(false)

  async function leave(leaving: Leaving) {
    setBusy(true)
    const wasIn = await session.logout()
    const words = leavingWords(leaving)
    if (words) showToast(words)
    if (wasIn) await navigate(paths.home)
  }
  async function ask() {
    const held = await (await session.device.keeper())?.held().catch(console.warn)
    const leaving = leavingOf(held ?? { issued: [], joined: [] }, now)
    if (leaving.today.length > 0) setDoubt(leaving)
    else await leave(leaving)
  }

  return {
    ask: () => void ask(),
    question: doubt && (
      <ConfirmDialog
        open
        title="今日のチケットがあります"
        text={
          <div className="stack">
            {doubt.today.map((title) => (
              <p key={title} className="strong">
                {title}
              </p>
            ))}
            <p>
              ログアウトすると、この端末からチケットが消え、電波のない場所では開けなくなります。もう一度ログインすると戻ります。
            </p>
          </div>
        }
        confirm="ログアウトする"
        busy={busy}
        onConfirm={() => void leave(doubt)}
        onClose={() => setDoubt(null)}
      />
    ),
  }
}
