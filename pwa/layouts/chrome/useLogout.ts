import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { UNREACHABLE } from '#contract/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { showToast } from '#pwa/ui/toast.ts'

/** Ends the session here and on the server, forgets what was loaded for it, and goes home. */
export function useLogout() {
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      const wasIn = await session.logout()
      client.clear()
      if (wasIn) await navigate(paths.home)
    } catch (error) {
      console.error(error)
      showToast(UNREACHABLE)
    }
  }
}
