import { useSyncExternalStore } from 'react'

/** Whether a media query matches; false while a page is rendered on the server. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )

/** From this width on, pages stand beside one another. */
export const WIDE = '(width >= 980px)'
