import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

/**
 * Leads on to another page after an answer of the server: not the person who has left the page of this component while it
 * was on its way.
 */
export function useLeadOn() {
  const navigate = useNavigate()
  const page = useRef<string>(undefined)
  useEffect(() => {
    page.current = location.pathname
  }, [])
  return useCallback(
    async (path: string, options?: NavigateOptions) => {
      if (location.pathname === page.current) await navigate(path, options)
    },
    [navigate],
  )
}
