import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository root, and the text of a file in it. */
export const root = join(import.meta.dirname, '..')
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Hostile values of settings, quoted by the rules at the top of `.env.example`. */
export const FILLED = {
  SITE_URL: 'https://room.example',
  SMTP_URL: 'smtps://user:pa$$word@host',
  MAIL_FROM: 'Room <no-reply@room.example>',
  SELLER_NAME: '株式会社 ルーム "海" & Co. #1',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  SITE_ACCOUNTS: 'X=https://x.com/room,YouTube=https://youtube.com/@room',
  FIREBASE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIIE+/=\\n-----END PRIVATE KEY-----\\n',
}
export const filledIn = (values: Record<string, string>) =>
  read('.env.example').replace(/^([A-Z0-9_]+)=.*$/gm, (line, name: string) =>
    name in values ? `${name}='${values[name]}'` : line,
  )

/** The code blocks of a guide under one heading, without comments at line ends. */
export function blocksOf(guide: string, heading: string): string[] {
  const [, section = ''] = read(guide).split(`\n## ${heading}\n`)
  const [chapter = ''] = section.split('\n## ')
  return [...chapter.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, typed]) =>
    typed!.replace(/ +# .*$/gm, ''),
  )
}
