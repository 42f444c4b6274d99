import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureCount, isOurs } from './api-failures.ts'

/** Whether several calls in a row failed because of the service. */
export function useApiDown(): boolean {
  const client = useQueryClient()
  const [apiDown, setApiDown] = useState(false)
  useEffect(() => {
    const { note } = failureCount()
    const onChange = (type: string, error: unknown) => {
      if (type === 'success') setApiDown(note('answered'))
      else if (type === 'error' && isOurs(error, navigator.onLine)) setApiDown(note('failed'))
    }
    const ends = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type !== 'updated') return
        const { action } = event
        onChange(action.type, 'error' in action ? action.error : undefined)
      }),
    )
    return () => ends.forEach((end) => void end())
  }, [client])
  return apiDown
}
