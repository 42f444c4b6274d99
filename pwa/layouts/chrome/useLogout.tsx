import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'

interface Logout {
  ask: () => void
  /** What there is to be asked first; it stands wherever the button does. */
  question: ReactNode
}

/** Ends the session here and on the server, empties the device, says which tickets went with it, and goes home. */
export function useLogout(): Logout {
  const session = useSession()
  const navigate = useNavigate()
  const now = useNow()
  const [question, setQuestion] = useState<ReactNode>(null)

  async function ask() {
    // Nobody who only looks at the home page needs these words.
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
