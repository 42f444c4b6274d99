import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import { Page } from './Page.tsx'

/** Long texts, such as the terms. */
export const LegalLayout = ({ children }: LayoutProps) => (
  <Frame>
    <Page narrow>{children}</Page>
  </Frame>
)
