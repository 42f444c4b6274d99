import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { purchaseIntent } from '#pwa/lib/purchase-intent.ts'

/** Replaces a former name in the URL by the current one. Undefined while it is not known. */
export function useTodaysName(today: string | undefined) {
  const { roomid } = useParams()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isFormer = today !== undefined && roomid !== undefined && today !== roomid
  useEffect(() => {
    if (!isFormer) return
    const parts = pathname.split('/')
    parts[parts.indexOf(roomid)] = today
    const path = parts.join('/')
    // An opened purchase goes along.
    if (purchaseIntent.isOf(pathname)) purchaseIntent.set(path)
    navigate(path + search + hash, { replace: true })
  }, [isFormer, roomid, today, pathname, search, hash, navigate])
}
