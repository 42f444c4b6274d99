import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useJoinPrompt } from './useJoinPrompt.ts'

/** Marks a link that opens the join form of its page: from the room's head, and after a login, also on another device. */
const JOIN = 'join'
export const joinPath = (path: string) => `${path}?${JOIN}`

/** The visit for which the form was opened: a page may have two buttons to join. */
let openedFor: string | undefined

/** The join prompt of a button, which such a link opens, too. `canJoin`: the button is one to join. */
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
