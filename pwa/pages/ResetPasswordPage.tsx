import { useState } from 'react'
import { ResetRequestForm } from '#pwa/features/auth/ResetRequestForm.tsx'
import { type SentEmail, SentScreen } from '#pwa/features/auth/SentScreen.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { PAGE_NAMES } from '#pwa/lib/page-names.ts'
import { paths } from '#pwa/lib/paths.ts'

export function ResetPasswordPage() {
  const [sent, setSent] = useState<SentEmail | null>(null)
  if (sent) return <SentScreen sent={sent} />
  return (
    <>
      <Topbar title={PAGE_NAMES['/reset_password']} back={paths.login} />
      <ResetRequestForm onSent={setSent} />
    </>
  )
}
