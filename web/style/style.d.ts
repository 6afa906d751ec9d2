/** Styles of a package, which the bundler puts beside the script that needs them. */
declare module '*.css';
