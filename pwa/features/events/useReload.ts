import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '#pwa/lib/api/session.tsx'

/** Returns a function that reloads the user and all data: membership of a room affects most of it. */
export function useReload() {
  const client = useQueryClient()
  const session = useSession()
  return async () => {
    await session.reload().catch(console.error)
    await client.invalidateQueries()
  }
}
