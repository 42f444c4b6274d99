import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useJoinPrompt } from './useJoinPrompt.ts'

/** Marks a link that opens the join form of its page: from the room's head, and after a login, also on another device. */
const JOIN = 'join'
export const joinPath = (path: string) => `${path}?${JOIN}`

/** Key of the history entry for which a form was opened. Of two buttons on a page, only the first opens one. */
let openedFor: string | undefined

/** The join prompt of a button. A link with the mark opens it, too. `canJoin`: the viewer may join the room. */
export function useJoinLink(canJoin: boolean) {
  const { open, ask, close } = useJoinPrompt()
  const { key } = useLocation()
  const [search, setSearch] = useSearchParams()
  const isLinked = canJoin && search.has(JOIN)
  const follow = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete(JOIN)
    setSearch(rest, { replace: true, preventScrollReset: true })
    if (openedFor === key) return
    openedFor = key
    ask()
  })
  useEffect(() => {
    if (isLinked) follow()
  }, [isLinked])
  return { open, ask, close }
}
