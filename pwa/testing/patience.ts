import { configure } from '@testing-library/react'
import '#server/testing/patience.ts'

/** As long as for what is waited for by other means. */
configure({ asyncUtilTimeout: 15_000 })
