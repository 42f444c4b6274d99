import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'

interface Logout {
  ask: () => void
  /** The question to confirm a logout; rendered beside the button. */
  question: ReactNode
}

/** Logs out here and on the server, deletes the device's data, lists the removed tickets, and navigates home. */
export function useLogout(): Logout {
  const session = useSession()
  const navigate = useNavigate()
  const now = useNow()
  const [question, setQuestion] = useState<ReactNode>(null)

  async function ask() {
    // Loaded on demand: not needed by a visit without a logout.
    const { leave, LogoutQuestion, whatLeaves } = await import('./LogoutQuestion.tsx')
    const leaving = await whatLeaves(session, now)
    const go = async () => {
      if (await leave(session, leaving)) await navigate(paths.home)
    }
    if (leaving.today.length === 0 && leaving.unsent.length === 0) return go()
    const show = (busy: boolean) => {
      const confirm = () => {
        show(true)
        void go()
      }
      const close = () => setQuestion(null)
      setQuestion(
        <LogoutQuestion leaving={leaving} busy={busy} onConfirm={confirm} onClose={close} />,
      )
    }
    show(false)
  }

  return { ask: () => void ask(), question }
}
