import { useEffect, useState } from 'react'
import { redirectAfterLogin } from './redirect-after-login.ts'

/** The page that asked for a login. After hydration, as the server does not know it. */
export function useRedirectAfterLogin(): string {
  const [path, setPath] = useState('/')
  useEffect(() => setPath(redirectAfterLogin()), [])
  return path
}
