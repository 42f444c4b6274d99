import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

/** Navigates after an answer of the server, unless the user has left the component's page meanwhile. */
export function useNavigateIfHere() {
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
