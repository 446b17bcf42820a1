//! Compiles the library for browsers, with the feature `wasm`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_WASM").is_none() {
        return;
    }
    for name in ["lastknight", "lastknight-api", "lastknight-wasm"] {
        println!("cargo::rerun-if-changed=../{name}/src");
        println!("cargo::rerun-if-changed=../{name}/Cargo.toml");
    }
    println!("cargo::rerun-if-changed=../lastknight/tablebase");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    let built = build().unwrap_or_else(|why| panic!("the library for browsers: {why}"));
    println!("cargo::rustc-env=LASTKNIGHT_WASM={}", built.display());
}

fn build() -> Result<PathBuf, String> {
    let variable = |name: &str| env::var_os(name).ok_or_else(|| format!("cargo sets no {name}"));
    // All profiles share one directory, beside theirs: target/PROFILE/build/PACKAGE/out.
    let out = PathBuf::from(variable("OUT_DIR")?);
    let target = out.ancestors().nth(4).unwrap_or(&out).join("browser");
    let manifest =
        Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../lastknight-wasm/Cargo.toml");
    let mut command = Command::new(variable("CARGO")?);
    command.args(["build", "--locked", "--quiet", "--profile", "wasm", "--manifest-path"]);
    command
        .arg(&manifest)
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target);
    // What this build was told does not hold for another target.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        let is_told = ["CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_ENCODED_", "CARGO_LLVM_COV"];
        if is_told.iter().any(|start| name.starts_with(start))
            || name.starts_with("RUSTC")
            || name == "RUSTFLAGS"
        {
            command.env_remove(&*name);
        }
    }
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(
            "cargo failed; if the target is missing: rustup target add wasm32-unknown-unknown"
                .to_owned(),
        );
    }
    Ok(target.join("wasm32-unknown-unknown/wasm/lastknight_wasm.wasm"))
}
