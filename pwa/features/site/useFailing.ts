import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureCount, isOurs } from './failing.ts'

/** Whether the service has left several calls in a row unanswered, whatever they were. */
export function useFailing(): boolean {
  const client = useQueryClient()
  const [failing, setFailing] = useState(false)
  useEffect(() => {
    const { note } = failureCount()
    const hear = (type: string, error: unknown) => {
      if (type === 'success') setFailing(note('answered'))
      else if (type === 'error' && isOurs(error, navigator.onLine)) setFailing(note('failed'))
    }
    const ends = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type !== 'updated') return
        const action = event.action as { type: string; error?: unknown }
        hear(action.type, action.error)
      }),
    )
    return () => ends.forEach((end) => void end())
  }, [client])
  return failing
}
