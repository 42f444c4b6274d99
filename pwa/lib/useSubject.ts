import { useParams } from 'react-router-dom'

/**
 * The parameters of the page's path, without those of pages that are nested in it. As the page's `key` it begins the page
 * anew for another object, so that nothing typed, chosen or open is left of the one before.
 */
export function useSubject(): string {
  const { '*': _, ...subject } = useParams()
  return Object.values(subject).join('/')
}
