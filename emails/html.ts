/** Named here, so that the build leaves out the rest of react-email: highlighted code and Tailwind take 0.2 s to load. */
export { render, toPlainText } from 'react-email'
