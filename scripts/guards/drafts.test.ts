import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { read, root } from '../guides.ts'

/** Forms whose typed text is not kept when the page is reloaded. */
const WITHOUT_DRAFT: Record<string, string> = {
  'pwa/features/account/access/PasswordForm.tsx': 'passwords only',
  'pwa/features/account/access/RemovePasskey.tsx': 'a password only',
  'pwa/features/account/leaving/LeaveForm.tsx': 'a password only',
  'pwa/features/auth/EmailChange.tsx': 'a button only',
  'pwa/features/auth/LoginForm.tsx': 'the address is kept by useTypedEmail, beside it a password',
  'pwa/features/auth/NewPasswordForm.tsx': 'passwords only',
  'pwa/features/auth/ResetRequestForm.tsx': 'the address is kept by useTypedEmail',
  'pwa/features/auth/SignUpForm.tsx': 'the address is kept by useTypedEmail',
  'pwa/features/dashboard/room/CloseRoom.tsx': 'a confirmation, which is to be typed anew',
  'pwa/features/operator/confirming/PasswordAgain.tsx': 'a password only',
  'pwa/features/social/ProofSheet.tsx': 'a password only',
  'pwa/features/tickets/lottery/ApplicationForm.tsx': 'choices only, nothing is typed',
  'pwa/lib/forms/editing/useEditor.ts': 'has a draft of its own, with pictures',
  'pwa/pages/PrePasswordConfigPage.tsx': 'a button only',
}

/** The options of each call of `useForm`: its source up to the brace that closes them. */
function formsIn(source: string): string[] {
  return [...source.matchAll(/\buseForm\(\{/g)].map(({ index }) => {
    let depth = 0
    const start = source.indexOf('{', index)
    for (let at = start; at < source.length; at++) {
      if (source[at] === '{') depth++
      else if (source[at] === '}') depth--
      if (depth === 0) return source.slice(start, at)
    }
    return source.slice(start)
  })
}

const files = globSync('pwa/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !path.includes('.test.'),
)
const forms = files.flatMap((path) => formsIn(read(path)).map((options) => ({ path, options })))
const hasDraft = (options: string) => /^\s+draft: \{ kind: '\w+'/m.test(options)

describe('a form', () => {
  it('keeps what is typed as a draft, or has a reason not to', () => {
    expect(forms.length).toBeGreaterThan(25)
    const lost = forms.filter(({ path, options }) => !hasDraft(options) && !WITHOUT_DRAFT[path])
    expect(lost.map(({ path }) => path)).toEqual([])
  })

  it('is listed without a draft only while it has none', () => {
    const without = forms.filter(({ options }) => !hasDraft(options)).map(({ path }) => path)
    expect(Object.keys(WITHOUT_DRAFT).filter((path) => !without.includes(path))).toEqual([])
  })
})
