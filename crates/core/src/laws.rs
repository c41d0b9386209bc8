//! The laws that bind the traits together, as checks that anyone can run.
