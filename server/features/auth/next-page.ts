import type { Deps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import type { Pending } from './new-user.ts'

const cipherOf = ({ secrets }: Pick<Deps, 'secrets'>) => createCipher(secrets, 'next page')

/**
 * The page that a person came for, as the row of a sign-up stores it. The fragment is encrypted, as it may be a secret of
 * which the database holds only the hash, for example that of a companion's link.
 */
export function storedNext(
  deps: Pick<Deps, 'secrets'>,
  next: string | undefined,
): Pick<Pending, 'next' | 'fragment'> {
  const [path, ...fragment] = next?.split('#') ?? []
  if (fragment.length === 0) return { next: path }
  return { next: path, fragment: cipherOf(deps).encrypt(fragment.join('#')) }
}

/** The page of a stored sign-up; null if none was given. */
export function readNext(
  deps: Pick<Deps, 'secrets'>,
  { next, fragment }: Pick<Pending, 'next' | 'fragment'>,
): string | null {
  const opened = fragment === undefined ? null : cipherOf(deps).decrypt(fragment)
  if (next === undefined) return null
  return opened === null ? next : `${next}#${opened}`
}
